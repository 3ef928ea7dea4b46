// Our loop at Foundation's level.

import FoundationRunLoop
import Workloads

Program(version: "this revision", cases: []).main()
