internal import Diagnostics

/// Says on standard error what a server does not do, and what is not asked of it; of each subject once.
enum X11Complaint {
    private static let log = OnceLog<String>(ending: "No further complaints about X servers are written.")

    static func say(about subject: String, _ sentence: @autoclosure () -> String) { log.write(subject, sentence()) }
}
