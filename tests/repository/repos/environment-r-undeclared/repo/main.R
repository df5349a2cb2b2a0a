library(dplyr)
