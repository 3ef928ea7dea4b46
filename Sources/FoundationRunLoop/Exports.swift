// A file that imports this module alone sees Foundation (`Date`, `Thread`, `NotificationCenter` …) and the
// CoreFoundation level, and in it `RunLoop`, `Timer` and `Port` are ours: a module's own declarations shadow what it
// re-exports. A file that imports Foundation by itself as well needs the alias lines in `Documentation.docc`.
@_exported public import Foundation
@_exported public import Mainspring
