// Frames of layers as pixels.

import Measure
import Workloads

let frames = Int(MEASURE_DRAWN_FRAMES)

Program(
    version: "this revision",
    cases: [
        Program.Case("translate-1k", size: frames, run: sprites(MEASURE_TRANSLATE)),
        Program.Case("translate-1k-between", size: frames, run: sprites(MEASURE_BETWEEN)),
        Program.Case("rotate-1k", size: frames, run: sprites(MEASURE_ROTATE, rotate)),
        Program.Case("perspective-1k", size: frames, run: sprites(MEASURE_PERSPECTIVE, turnInSpace)),
        Program.Case("effects", size: frames, run: effects),
        Program.Case("damage-one", size: 10 * frames, run: damageOne),
        Program.Case("caret-4k", size: frames, run: caret),
        Program.Case("two-cores", size: frames, run: twoCores),
    ]
).main()
