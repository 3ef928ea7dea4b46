internal import Foundation

/// The value that an object of Foundation is bridged to, if that has members; nil for all others, numbers among them.
func bridgedValue(of object: AnyObject) -> (any KeyValueStructure)? {
    switch object {
    case let string as NSString: String._unconditionallyBridgeFromObjectiveC(string)
    case let date as NSDate: Date._unconditionallyBridgeFromObjectiveC(date)
    case let data as NSData: Data._unconditionallyBridgeFromObjectiveC(data)
    case let url as NSURL: URL._unconditionallyBridgeFromObjectiveC(url)
    case let uuid as NSUUID: UUID._unconditionallyBridgeFromObjectiveC(uuid)
    case let value as NSValue: (value as? CGRect) ?? (value as? CGPoint) ?? (value as? CGSize) ?? (value as? NSRange)
    default: nil
    }
}
