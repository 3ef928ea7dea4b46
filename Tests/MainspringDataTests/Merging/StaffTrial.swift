import Foundation
import SeededRandom

@testable import MainspringData

/// Several saves that want the same links otherwise, behind one another in a context: merged in slices, and at once beside another store.
struct StaffTrial {
    /// Whose saves they are, and whether the context has changes of its own that are not saved.
    enum Kind: CaseIterable { case children, others, othersBesideChanges }

    /// When the context merges.
    private enum Way { case inSlices, eachAtOnce, allAtOnce }

    let kind: Kind
    let rule: RandomStaff.Rule
    let seed: UInt64
    /// What is done before each save; first what the context does not save, if it has such.
    var saves: [[RandomStaff.Step]]

    init(_ kind: Kind, _ rule: RandomStaff.Rule, seed: UInt64) {
        (self.kind, self.rule, self.seed) = (kind, rule, seed)
        var random = SeededGenerator(seed: seed)
        saves = (0..<Int.random(in: 2...4, using: &random)).map { _ in RandomStaff.steps(&random) }
        // Of a link between two both ends are changes of the context's own: who wins is not said.
        if kind == .othersBesideChanges { saves[0].removeAll(where: \.isOfBadges) }
    }

    /// What has come out, in the context and in the store once that has saved.
    private struct End: Equatable {
        var seen: [String?] = []
        var unsaved: [String] = []
        var refusal: Int?
        var stored: [String?] = []
    }

    private struct Fault: Error { let what: String }

    /// A context beside a store of its own, in which a trial is played.
    private struct Scene {
        var staff: RandomStaff
        let context: NSManagedObjectContext
        let way: Way
        let endsEvents: Bool
        var slices: Slices?
        var random: SeededGenerator
        var order: SeededGenerator
        /// Whether links have been at both ends or at none.
        var isCoherent = true
        /// Who has lacked what; nil for nobody.
        var lack: String?
        var later: [() throws -> Void] = []

        init(_ trial: StaffTrial, _ way: Way) throws {
            (staff, self.way) = (RandomStaff(trial.rule), way)
            endsEvents = trial.kind == .othersBesideChanges
            context = staff.company.context()
            random = SeededGenerator(seed: trial.seed &+ 3)
            order = SeededGenerator(seed: trial.seed &+ 4)
            try staff.make(in: context, seed: trial.seed)
        }

        mutating func merge(atOnce: @escaping () throws -> Void, inSlices: () throws -> Slices?) throws {
            switch way {
            case .inSlices:
                slices = try inSlices() ?? slices
                try next(most: Int.random(in: 0..<2, using: &random) * Int.random(in: 0..<4, using: &random))
            case .eachAtOnce:
                try atOnce()
                note()
            case .allAtOnce: later.append(atOnce)
            }
        }

        private mutating func note() {
            isCoherent = isCoherent && LinkWitness(context: context).fault == nil
            lack = lack ?? staff.lack(in: context)
        }

        /// Merges a few objects, and looks at something between them.
        private mutating func next(most: Int) throws {
            let witness = LinkWitness(context: context)
            var count = 0
            func check(_ after: String) throws {
                if let fault = witness.fault { throw Fault(what: "after \(after): \(fault)") }
            }
            while count < most, let slices, !slices.areOver {
                slices.next(Int.random(in: 1...2, using: &random))
                count += 1
                try check("a slice")
                lack = lack ?? staff.lack(in: context)
                guard Bool.random(using: &random) else { continue }
                staff.look(in: context, &random)
                // Who is to be deleted, and has got links by that, loses them at the end of the event.
                if endsEvents { context.processPendingChanges() }
                try check("a look")
                lack = lack ?? staff.lack(in: context)
            }
        }

        mutating func end() throws -> End {
            try next(most: .max)
            for merge in later {
                try merge()
                note()
            }
            var end = End()
            (end.seen, end.unsaved) = (staff.picture(in: context), staff.unsaved(in: context))
            if let fault = LinkWitness(context: context).fault {
                guard way != .inSlices else { throw Fault(what: "at last: \(fault)") }
                isCoherent = false
            }
            end.refusal = failure { try context.save() }?.code
            let reader = staff.company.context()
            end.stored = staff.picture(in: reader)
            withExtendedLifetime(reader) {}
            return end
        }
    }

    private func play(_ way: Way) throws -> (end: End, scene: Scene) {
        var scene = try Scene(self, way)
        try kind == .children ? playChildren(&scene) : playOthers(&scene)
        return (try scene.end(), scene)
    }

    /// All have read everything before any saves.
    private func playChildren(_ scene: inout Scene) throws {
        let children = try saves.enumerated().map { number, steps in
            let child = scene.context.child()
            try scene.staff.read(in: child)
            scene.staff.change(child, steps, number: number)
            return child
        }
        scene.staff.forget(in: scene.context, seed: seed)
        for child in children where child.hasChanges {
            try scene.merge(atOnce: { try child.save() }, inSlices: { try Slices(savingOf: child) })
        }
    }

    private func playOthers(_ scene: inout Scene) throws {
        let (context, writer) = (scene.context, scene.staff.company.context())
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try scene.staff.read(in: writer)
        scene.staff.forget(in: context, seed: seed)
        for (number, steps) in saves.enumerated() {
            guard kind == .others || number > 0 else {
                scene.staff.change(context, steps, number: number)
                continue
            }
            scene.staff.change(writer, steps, number: number)
            guard writer.hasChanges else { continue }
            var saved = try Slices.saved(beside: context) { try writer.save() }
            // That of the notice's sets is another one in each process.
            for group in [\SavedIdentities.inserted, \.updated, \.deleted] {
                saved[keyPath: group].sort {
                    $0.uriRepresentation().absoluteString < $1.uriRepresentation().absoluteString
                }
                saved[keyPath: group].shuffle(using: &scene.order)
            }
            try scene.merge(
                atOnce: { [saved] in context.core.merge(saved) },
                inSlices: { Slices(SavedMerge(saved), into: context) })
        }
        withExtendedLifetime(writer) {}
    }

    /// What does not hold, with all that was done; nil if everything does.
    var fault: String? {
        get throws {
            do {
                let (end, scene) = try play(.inSlices)
                guard let what = try difference(end, scene) else { return nil }
                return "\(self): \(what)"
            } catch let fault as Fault {
                // Where links do not hold at once either, that is the saves' own matter.
                let ways: [Way] = kind == .children ? [.eachAtOnce] : [.eachAtOnce, .allAtOnce]
                let isCoherent = try ways.allSatisfy { try play($0).scene.isCoherent }
                return isCoherent ? "\(self): \(fault.what)" : nil
            }
        }
    }

    private func difference(_ end: End, _ scene: Scene) throws -> String? {
        if kind == .others {
            if end.seen != end.stored { return "seen \(end.seen), stored \(end.stored)" }
            if end.unsaved != ["[]", "[]", "[]"] { return "unsaved \(end.unsaved)" }
            return scene.lack
        }
        let soon = try play(.eachAtOnce)
        guard soon.scene.isCoherent else { return nil }
        if end != soon.end {
            guard kind != .children else { return "in slices \(end), at once \(soon.end)" }
            let late = try play(.allAtOnce)
            guard late.scene.isCoherent, end != late.end else { return nil }
            return "in slices \(end), at once \(soon.end), or \(late.end)"
        }
        return kind == .children || soon.scene.lack != nil ? nil : scene.lack
    }
}
