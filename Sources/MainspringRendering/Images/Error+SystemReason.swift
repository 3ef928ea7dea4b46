internal import Foundation

extension Error {
    /// What the system says of a file that is not to be had, where Foundation has kept that; else what Foundation says, which for many
    /// reasons is a number.
    var systemReason: String {
        guard let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError,
            cause.domain == NSPOSIXErrorDomain
        else { return localizedDescription }
        return String(cString: strerror(Int32(cause.code)))
    }
}
