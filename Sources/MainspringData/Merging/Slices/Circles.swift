/// The strongly connected components of a graph, each after those to which it leads (Tarjan, 1972). Without a recursion: a chain
/// may be of any length.
struct Circles {
    private(set) var members: [Int] = []
    /// Where each component ends in ``members``.
    private(set) var ends: [Int] = []

    /// - Parameter leads: where each node leads to.
    init(_ leads: [[Int]]) {
        let unseen = -1
        var order = [Int](repeating: unseen, count: leads.count)
        var low = order
        var isOpen = [Bool](repeating: false, count: leads.count)
        var (open, path): ([Int], [(node: Int, next: Int)]) = ([], [])
        var count = 0
        for root in leads.indices where order[root] == unseen {
            path.append((root, 0))
            while let (node, next) = path.last {
                if next == 0 {
                    (order[node], low[node]) = (count, count)
                    count += 1
                    open.append(node)
                    isOpen[node] = true
                }
                if next < leads[node].count {
                    path[path.count - 1].next += 1
                    let other = leads[node][next]
                    if order[other] == unseen {
                        path.append((other, 0))
                    } else if isOpen[other] {
                        low[node] = min(low[node], order[other])
                    }
                    continue
                }
                path.removeLast()
                if let above = path.last { low[above.node] = min(low[above.node], low[node]) }
                guard low[node] == order[node] else { continue }
                while let member = open.popLast() {
                    isOpen[member] = false
                    members.append(member)
                    if member == node { break }
                }
                ends.append(members.count)
            }
        }
    }
}
