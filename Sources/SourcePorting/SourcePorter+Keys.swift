internal import SourceScanning

// Which properties key-value coding found by `@objc` and finds no more.

extension SourcePorter {
    /// Tells of a property of a managed object that loses the attribute, and is not the model's.
    mutating func losingKey(_ tokens: ClosedRange<Int>, _ declaration: Declaration) {
        guard declaration.keyword == "var", let name = declaration.name, let nameIndex = declaration.nameIndex,
            !isModelledOrStatic(tokens, before: nameIndex), let owner = managedOwner(of: tokens.lowerBound)
        else { return }
        leave(
            tokens,
            "key-value coding found \(name) by it; if a key path, a predicate or value(forKey:) asks for “\(name)”, "
                + "declare it in the keyTable of \(owner)")
    }

    /// Tells of a class of managed objects of which all properties lose it.
    mutating func losingKeys(_ tokens: ClosedRange<Int>, _ declaration: Declaration) {
        guard declaration.keyword == "class", let name = declaration.name, let nameIndex = declaration.nameIndex,
            declaresManaged(nameIndex)
        else { return }
        leave(
            tokens,
            "key-value coding found all properties of \(name) by it; those that are not the model's and are asked for by key "
                + "are to be declared in its keyTable")
    }

    private func isModelledOrStatic(_ tokens: ClosedRange<Int>, before name: Int) -> Bool {
        file.token(tokens.lowerBound - 1, is: "NSManaged")
            || (tokens.upperBound..<name).contains { index in
                file.token(index, is: "NSManaged") || file.token(index, is: "static") || file.token(index, is: "class")
            }
    }

    /// The type whose members a place stands among, if its objects are managed as far as the file tells.
    private func managedOwner(of index: Int) -> String? {
        guard let opening = openingBrace(around: index), let name = typeName(before: opening) else { return nil }
        return isManaged(name.index, isExtension: file.token(name.index - 1, is: "extension")) ? name.text : nil
    }

    /// The brace that is open at a place.
    private func openingBrace(around index: Int) -> Int? {
        var closed = 0
        for place in stride(from: index - 1, through: 0, by: -1) {
            if file.token(place, is: "}") { closed += 1 }
            guard file.token(place, is: "{") else { continue }
            if closed == 0 { return place }
            closed -= 1
        }
        return nil
    }

    /// The name of the class or the extension whose members a brace opens.
    private func typeName(before brace: Int) -> (text: String, index: Int)? {
        let first = max(0, brace - Self.longestCall)
        for place in stride(from: brace - 1, through: first, by: -1) {
            if file.token(place, is: "{") || file.token(place, is: "}") { return nil }
            guard file.token(place, is: "class") || file.token(place, is: "extension") else { continue }
            guard place + 1 < brace, file.tokens[place + 1].kind == .word else { return nil }
            return (file.text(file.tokens[place + 1]), place + 1)
        }
        return nil
    }

    /// Whether a declaration, or another one in the file of the same type, names `NSManagedObject` as its superclass, or
    /// one that does so. Of an extension of a type from elsewhere it counts whether the file imports Core Data.
    private func isManaged(_ name: Int, isExtension: Bool) -> Bool {
        if !isExtension { return declaresManaged(name) }
        let text = file.text(file.tokens[name])
        let declarations = declarations(of: text)
        guard declarations.isEmpty else { return declarations.contains { declaresManaged($0) } }
        return importsCoreData
    }

    /// The places of the names of classes of a name that the file declares.
    private func declarations(of name: String) -> [Int] {
        file.tokens.indices.filter { file.token($0 - 1, is: "class") && file.text(file.tokens[$0]) == name }
    }

    private var importsCoreData: Bool {
        file.tokens.indices.contains { index in
            file.token(index - 1, is: "import")
                && (file.token(index, is: "CoreData") || file.token(index, is: "MainspringData"))
        }
    }

    /// Whether a class's superclass is `NSManagedObject`, by way of others in the file.
    private func declaresManaged(_ name: Int) -> Bool {
        var name = name
        // A class that inherits from itself ends somewhere too.
        for _ in 0..<Self.longestInheritance {
            guard file.token(name + 1, is: ":"), name + 2 < file.tokens.count else { return false }
            if file.token(name + 2, is: "NSManagedObject") { return true }
            if file.token(name + 4, is: "NSManagedObject"), file.token(name + 3, is: ".") { return true }
            guard let next = declarations(of: file.text(file.tokens[name + 2])).first else { return false }
            name = next
        }
        return false
    }

    private static var longestInheritance: Int { 64 }
}
