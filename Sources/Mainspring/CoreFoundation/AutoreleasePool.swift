/// Runs a closure; compiles where listings for Apple's platforms drain a pool.
///
/// There are no autorelease pools on Linux: Swift's objects are released by reference counting alone, when their last
/// reference goes, so there is nothing to drain. Errors of the closure pass through.
@discardableResult
@inlinable
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
