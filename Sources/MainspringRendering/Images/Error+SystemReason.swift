internal import Foundation

extension Error {
    /// What the system says of a file that is not to be had, where Foundation has kept that; else what Foundation says, which for many
    /// reasons is a number.
    var systemReason: String {
        // Some of Foundation keeps an NSError there, some a POSIXError, which no cast to the former finds.
        guard let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error,
            (cause as NSError).domain == NSPOSIXErrorDomain
        else { return localizedDescription }
        return DescriptorOutput.sentence(Int32((cause as NSError).code))
    }
}
