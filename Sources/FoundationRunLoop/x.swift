public import Mainspring
