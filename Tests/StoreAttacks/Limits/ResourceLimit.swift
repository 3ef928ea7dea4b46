import Foundation

/// A limit that the kernel enforces for the process.
enum ResourceLimit: CaseIterable {
    /// The number of open files.
    case descriptors
    /// The size of a file in bytes. SIGXFSZ must be ignored.
    case fileSize
    /// The size of the address space in bytes.
    case memory

    private var resource: __rlimit_resource_t {
        switch self {
        case .descriptors: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        case .fileSize: __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        case .memory: __rlimit_resource_t(RLIMIT_AS.rawValue)
        }
    }

    /// Runs a closure under a limit, then restores the former one.
    func restricting<Result>(to value: Int, _ body: () throws -> Result) rethrows -> Result {
        var former = rlimit()
        getrlimit(resource, &former)
        var limit = former
        limit.rlim_cur = min(rlim_t(value), former.rlim_max)
        setrlimit(resource, &limit)
        defer { setrlimit(resource, &former) }
        return try body()
    }

    /// The lowest descriptor that is free.
    static var nextDescriptor: Int {
        let next = dup(STDIN_FILENO)
        guard next >= 0 else { return Int(getdtablesize()) }
        close(next)
        return Int(next)
    }

    /// The size of the address space in bytes.
    static var addressSpace: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        let digits = text.prefix { $0 >= 48 && $0 <= 57 }.map { UInt8(bitPattern: $0) }
        return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
