public import FoundationEssentials

/// A span of time in seconds.
public typealias CFTimeInterval = Double
/// A point in time in seconds since 2001-01-01 00:00 UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// Seconds from 1970-01-01 to 2001-01-01.
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200
/// Seconds from 1904-01-01 to 2001-01-01.
public let kCFAbsoluteTimeIntervalSince1904: CFTimeInterval = 3_061_152_000

/// Returns the time of the clock that the calling thread's loop refers to, in seconds since 2001-01-01 00:00 UTC.
///
/// A thread without a loop asks the process's clock. Under a `VirtualClock` this is virtual time.
@discardableResult
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    RunLoopClock.current.absoluteTime
}

/// Makes a date of a time.
@discardableResult
public func CFDateCreate(_ allocator: CFAllocator!, _ at: CFAbsoluteTime) -> CFDate! {
    Date(timeIntervalSinceReferenceDate: at)
}

/// Returns a date's time in seconds since 2001-01-01 00:00 UTC.
@discardableResult
public func CFDateGetAbsoluteTime(_ theDate: CFDate!) -> CFAbsoluteTime {
    theDate.timeIntervalSinceReferenceDate
}

/// Returns the seconds from another date to this one.
@discardableResult
public func CFDateGetTimeIntervalSinceDate(_ theDate: CFDate!, _ otherDate: CFDate!) -> CFTimeInterval {
    theDate.timeIntervalSince(otherDate)
}
