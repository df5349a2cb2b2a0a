install.packages("tidyverse")
