import helper
from lib2.deep import thing
from pkg.core import x
import message_pb2
import ops_cuda

print(helper, thing, x)
