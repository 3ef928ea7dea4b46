import Foundation
import MainspringData
import MainspringFoundation
import Measure
import StoreRows
import Workloads

/// page-10m: pages of 100 items at random places of a list of 10 million, in the order of an indexed attribute, by the list that a
/// request with a batch size gives. The note is the memory that a row of the list takes.
func page(_ size: Int) throws -> Int {
    let file = try pagedFile()
    measure_store_warm(file.url.path)
    let context = file.context()
    let request = NSFetchRequest<Item>(entityName: "Item")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    request.fetchBatchSize = RandomPages.pageSize
    let before = measure_heap()
    let list = try context.fetchBatches(request)
    precondition(list.count == RandomPages.itemCount)
    measure_note("bytes-per-row", Double(measure_heap() - before) / Double(list.count))
    var (pages, sum) = (RandomPages(), 0.0)
    return measured(
        size, prepare: { pages.next() },
        { first in
            for item in list[first..<(first + RandomPages.pageSize)] { sum += Double(item.number) + item.ratio }
        }, check: { first in precondition(list[first].number == Int64(first) && sum > 0) })
}

/// The file with 10 million items, for all programs. The store is made by us; its rows are put into it by SQL, once.
private func pagedFile() throws -> ItemFile { try filledFile(RandomPages.file, count: RandomPages.itemCount) }

/// A file with so many items, which stays.
func filledFile(_ path: String, count: Int) throws -> ItemFile {
    let unfinished = path + "-unfinished"
    if FileManager.default.fileExists(atPath: path), let file = try? ItemFile(keeping: path) { return file }
    ItemFile.erase(path)
    ItemFile.erase(unfinished)
    try ItemFile(keeping: unfinished).close()
    if let reason = store_rows_fill(unfinished, Int64(count)) { fatalError(String(cString: reason)) }
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
    return try ItemFile(keeping: path)
}
