/// Members that others have saved, beside the order that the program has given to those of before and has not saved.
extension MemberList {
    /// Lets what is read anew of these members stand as they do, if their order is not as it was saved; those that others have
    /// added come after them. Without an order of one's own theirs counts, and new members come last.
    func giveOrder(to object: NSManagedObject, _ place: SlotPlace) {
        // Read now: an order can only be saved, and compared, with all of them.
        guard let list = object.members(at: place) as? MemberList, hasOwnOrder else { return }
        list.replaceAll(list.ordered(by: objects))
    }

    /// Whether saved members have another order here, or follow new ones. A saved member that is not in the list yet, since
    /// its merge is still to come, is no difference.
    private var hasOwnOrder: Bool {
        guard let difference = sinceSave, let before = difference.before else { return false }
        return !objects.starts(with: before.filter { !difference.removed.contains($0) && contains($0) }, by: ===)
    }

    /// Takes in a member that others have saved.
    /// - Parameter order: how members stood that were read while others were still to be merged.
    ///
    /// Cost: of members that the program has changed too, as much as there are.
    func settle(_ member: NSManagedObject, by order: ReadOrder?) {
        let hasOwnOrder = hasOwnOrder
        let index = sinceSave?.before.map { order?.index(of: member, in: $0) ?? $0.count }
        let isNewNoMore = sinceSave?.noteThere(member, at: index ?? 0) ?? false
        if hasOwnOrder {
            guard !contains(member) else { return }
            insert(member, at: order?.indexBehind(of: member, in: objects) ?? count)
        } else {
            // Its place is among the saved members, not among the new ones.
            if isNewNoMore { _ = remove(member) }
            guard !contains(member) else { return }
            // The saved members come first, and this one is noted among them by now.
            let end = sinceSave?.before?.count(where: contains) ?? count
            insert(member, at: order?.index(of: member, in: objects) ?? end)
        }
    }
}
