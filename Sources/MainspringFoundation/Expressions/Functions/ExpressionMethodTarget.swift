/// Something whose methods expressions may call by `FUNCTION(operand, "name:", …)`: those that it says, and no others.
package protocol ExpressionMethodTarget: AnyObject {
    /// What a method returns; `.some(nil)` for nothing, nil if there is no such method.
    /// - Parameters:
    ///   - name: has a colon for each argument.
    func value(ofMethod name: String, _ arguments: [Any?]) -> Any??
}
