import unittest


class Things(unittest.TestCase):
    def testOne(self):
        self.assertTrue(True)
