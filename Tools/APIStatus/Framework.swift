/// A framework of Apple's that modules of ours stand for.
struct Framework: Sendable {
    /// What it is called.
    let title: String
    /// Our modules that have its API.
    let modules: [String]
    /// How names of Apple's begin there.
    let prefixes: [String]
    /// Apple's names that begin otherwise.
    var names: Set<String> = []
    /// The sections of DEVIATIONS.md that are about it.
    let sections: [String]
    /// Protocols of ours whose members Apple has in a class: the class by the protocol.
    var standIns: [String: String] = [:]

    /// Whether a name at the top level is Apple's, unless its documentation says that it is ours.
    func has(_ name: String) -> Bool {
        names.contains(name)
            || prefixes.contains { prefix in
                name.hasPrefix(prefix) && (name.dropFirst(prefix.count).first?.isUppercase ?? false)
            }
    }

    /// All, in the order of the page. What is ours alone, such as MainspringApplication, stands for none.
    static let all = [
        Framework(
            title: "Core Foundation's run loop", modules: ["Mainspring"], prefixes: ["CF", "kCF"],
            names: ["autoreleasepool", "mach_port_t"],
            sections: ["No Mach, no Objective-C", "Types", "Behaviour"]),
        Framework(
            title: "Foundation's run loop", modules: ["FoundationRunLoop"], prefixes: ["NS"],
            names: ["MessagePort", "Port", "PortDelegate", "PortMessage", "RunLoop", "SocketPort", "Timer"],
            sections: ["No Mach, no Objective-C", "Types", "Behaviour"]),
        Framework(
            title: "Foundation", modules: ["MainspringFoundation"], prefixes: ["NS"],
            names: ["NotificationCenter", "UndoManager", "ValueTransformer"],
            sections: [
                "Key-value coding", "Predicates, expressions and sort descriptors",
                "Archives, property lists and transformers", "Undo",
            ],
            standIns: [
                "KeyValueCoding": "NSObject", "PredicateMaking": "NSPredicate",
                "RegisteredValueTransformer": "ValueTransformer",
            ]),
        Framework(
            title: "Core Data", modules: ["MainspringModel", "MainspringData"], prefixes: ["NS"],
            names: ["CocoaError", "IndexPath"],
            sections: ["Models and their objects", "Contexts, stores and lists"]),
        Framework(
            title: "Core Graphics", modules: ["MainspringGraphics", "MainspringRendering"],
            prefixes: ["CG", "CF", "kCG"],
            sections: ["Types", "Graphics"]),
        Framework(
            title: "Quartz Core", modules: ["MainspringAnimation"], prefixes: ["CA", "kCA", "NS"],
            sections: ["Animation and transactions", "Display links", "Layers"]),
    ]
}
