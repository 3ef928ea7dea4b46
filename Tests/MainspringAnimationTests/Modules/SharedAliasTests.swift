import Mainspring
import MainspringAnimation
import MainspringFoundation
import MainspringGraphics
import Testing

@Suite struct SharedAliasTests {
    @Test func `names that two of our modules have are not ambiguous`() {
        let text: CFString = "text" as CFString
        let interval: CFTimeInterval = 1
        #expect(text == "text" && interval == 1)
    }
}
