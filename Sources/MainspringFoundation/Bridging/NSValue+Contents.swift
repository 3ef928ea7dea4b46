internal import Foundation

extension NSValue {
    /// Whether the value holds a structure of a type: its encoding begins with the structure's name.
    func holds<Structure>(_ type: Structure.Type) -> Bool {
        let name = String(describing: type)
        let encoding = String(cString: objCType)
        return encoding.hasPrefix("{\(name)=") || encoding.hasPrefix("{_\(name)=")
    }
}
