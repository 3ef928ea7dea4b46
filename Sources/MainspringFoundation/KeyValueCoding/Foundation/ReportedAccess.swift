/// Access to what is not key-value coding itself, with errors reported instead of thrown.
enum ReportedAccess {
    static func value(_ root: Any, _ key: String) -> Any? {
        report { () throws(KeyValueError) in try ParsedPath.read(root, [key]) } ?? nil
    }

    static func value(_ root: Any, path: String) -> Any? {
        report { () throws(KeyValueError) in try KeyValuePath(path).read(root) } ?? nil
    }

    static func setValue(_ value: Any?, _ root: AnyObject, _ key: String) {
        report { () throws(KeyValueError) in try KeyValuePath.write(value, [key], in: root) }
    }

    static func setValue(_ value: Any?, _ root: AnyObject, path: String) {
        report { () throws(KeyValueError) in try KeyValuePath(path).write(value, root) }
    }

    @discardableResult
    private static func report<Result>(_ body: () throws(KeyValueError) -> Result) -> Result? {
        do {
            return try body()
        } catch {
            KeyValueError.report(error)
            return nil
        }
    }
}
