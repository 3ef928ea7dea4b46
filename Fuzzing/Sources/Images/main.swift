import CFuzzer
import FuzzEntries

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    do {
        try FuzzEntry.images.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)), note: fuzzer_note)
    } catch {
        fatalError("A rule is broken: \(error)")
    }
    return 0
}
