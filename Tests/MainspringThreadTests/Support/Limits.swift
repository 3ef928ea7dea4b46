import Glibc

/// Limits of the process, for tests in processes of their own.
enum Limits {
    /// Takes the descriptors of the process but for a few.
    static func leaveDescriptors(_ count: Int32) {
        setCurrent(256, RLIMIT_NOFILE)
        var taken: [Int32] = []
        while true {
            let next = dup(0)
            if next < 0 { break }
            taken.append(next)
        }
        for descriptor in taken.suffix(Int(count)) { close(descriptor) }
    }

    /// Lets the process open descriptors again.
    static func raiseDescriptors() { setCurrent(512, RLIMIT_NOFILE) }

    /// Lets the process begin no more threads. Root is not limited, so it becomes another user.
    static func leaveNoThreads() {
        if getuid() == 0 { setuid(65_534) }
        setCurrent(0, __RLIMIT_NPROC)
    }

    /// Lets the process begin threads again.
    static func raiseThreads() { setCurrent(nil, __RLIMIT_NPROC) }

    /// Sets the limit that counts, up to the highest that may be set; nil sets that.
    private static func setCurrent(_ value: rlim_t?, _ resource: __rlimit_resource) {
        let resource = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = min(value ?? limit.rlim_max, limit.rlim_max)
        setrlimit(resource, &limit)
    }
}
