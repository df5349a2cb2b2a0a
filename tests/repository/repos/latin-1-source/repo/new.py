# -*- coding: latin-1 -*-
# café
y = 2
