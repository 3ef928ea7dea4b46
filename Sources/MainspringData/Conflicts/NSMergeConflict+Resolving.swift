internal import Foundation

extension NSMergeConflict {
    /// Changes the object so that it can be saved.
    final func resolve(_ type: NSMergePolicyType) {
        guard let core = sourceObject.core else { return }
        let objectWins = type == .overwriteMergePolicyType || type == .mergeByPropertyObjectTrumpMergePolicyType
        switch (row, sourceObject.isDeleted, objectWins) {
        case (nil, true, _), (nil, false, false): core.forgetDeleted(sourceObject)
        case (nil, false, true): core.insertAgain(sourceObject)
        case (let row?, true, true): sourceObject.saved = row
        case (let row?, true, false): core.dropChanges(of: sourceObject, for: row)
        case (let row?, false, _): merge(row, type, core)
        }
    }

    private func merge(_ row: Row, _ type: NSMergePolicyType, _ core: ContextCore) {
        switch type {
        case .rollbackMergePolicyType: core.dropChanges(of: sourceObject, for: row)
        case .overwriteMergePolicyType: sourceObject.saved = row
        case .mergeByPropertyObjectTrumpMergePolicyType: core.rebase(sourceObject, onto: row)
        case .mergeByPropertyStoreTrumpMergePolicyType: sourceObject.takeChanges(from: row)
        case .errorMergePolicyType: return
        }
        core.noteRefreshed(sourceObject)
        sourceObject.awake(fromSnapshotEvents: .mergePolicy)
    }
}

extension ContextCore {
    /// An object that the store has deleted is saved as a new one, under its identity.
    fileprivate final func insertAgain(_ object: NSManagedObject) {
        object.saved = nil
        object.state.remove(.updated)
        object.state.insert(.inserted)
    }

    /// Drops what has become of an object.
    fileprivate final func dropChanges(of object: NSManagedObject, for row: Row) {
        object.replaceValues(by: row)
        object.state.subtract([.updated, .deleted, .propagated, .listed])
        noteRefreshed(object)
        object.awake(fromSnapshotEvents: .mergePolicy)
    }
}

extension NSManagedObject {
    /// Takes over what others have changed, over what the object's changes are based on.
    fileprivate final func takeChanges(from row: Row) {
        let base = saved
        for place in shape.layout.places where base.map({ !row.isSame(place, as: $0) }) ?? true {
            memory.copy(place, from: row.memory)
        }
        saved = row
    }
}
