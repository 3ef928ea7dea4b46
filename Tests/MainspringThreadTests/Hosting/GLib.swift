import Glibc

/// What the tests need of GLib, loaded when they run: its library is enough, and where there is none they are skipped.
struct GLib: @unchecked Sendable {
    // `@unchecked Sendable`: functions, constant.

    typealias Source = UnsafeMutableRawPointer
    typealias Prepare = @convention(c) (Source?, UnsafeMutablePointer<Int32>?) -> Int32
    typealias Check = @convention(c) (Source?) -> Int32
    typealias Dispatch = @convention(c) (Source?, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Call = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    /// `GSourceFuncs`, as glib/gmain.h declares it.
    struct SourceFunctions {
        var prepare: Prepare?
        var check: Check?
        var dispatch: Dispatch?
        var finalize: UnsafeRawPointer?
        var closureCallback: UnsafeRawPointer?
        var closureMarshal: UnsafeRawPointer?
    }

    /// `G_IO_IN`.
    static let readable: UInt32 = 1

    let makeContext: @convention(c) () -> UnsafeMutableRawPointer?
    let releaseContext: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let makeLoop: @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer?
    let run: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let quit: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let releaseLoop: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let makeSource: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Source?
    let watch: @convention(c) (Source?, Int32, UInt32) -> UnsafeMutableRawPointer?
    let attach: @convention(c) (Source?, UnsafeMutableRawPointer?) -> UInt32
    let destroy: @convention(c) (Source?) -> Void
    let release: @convention(c) (Source?) -> Void
    let makeTimeout: @convention(c) (UInt32) -> Source?
    let setCall: @convention(c) (Source?, Call?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

    /// Nil where the library is not installed.
    static let shared = GLib()

    private init?() {
        guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW) else { return nil }
        func function<Type>(_ name: String) -> Type { unsafeBitCast(dlsym(library, name), to: Type.self) }
        makeContext = function("g_main_context_new")
        releaseContext = function("g_main_context_unref")
        makeLoop = function("g_main_loop_new")
        run = function("g_main_loop_run")
        quit = function("g_main_loop_quit")
        releaseLoop = function("g_main_loop_unref")
        makeSource = function("g_source_new")
        watch = function("g_source_add_unix_fd")
        attach = function("g_source_attach")
        destroy = function("g_source_destroy")
        release = function("g_source_unref")
        makeTimeout = function("g_timeout_source_new")
        setCall = function("g_source_set_callback")
    }
}
