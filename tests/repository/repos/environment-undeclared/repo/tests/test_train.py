import pytest
import train
