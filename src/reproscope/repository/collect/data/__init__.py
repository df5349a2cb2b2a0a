"""Data: what of it lies in the tree, is fetched by code, is named or linked in documents.

`data_of` records; whether that is enough to get the same data again is for the indicators.
"""

from reproscope.repository.collect.data.collecting import Data, data_of
from reproscope.repository.collect.data.downloads import Download
from reproscope.repository.collect.data.files import DataFile
from reproscope.repository.collect.data.mention import Mention
from reproscope.repository.collect.data.names import Named
from reproscope.repository.collect.data.splits import Split

__all__ = ["Data", "DataFile", "Download", "Mention", "Named", "Split", "data_of"]
