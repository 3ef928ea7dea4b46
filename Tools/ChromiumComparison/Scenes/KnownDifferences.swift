/// Why scenes differ by more than their gates, and by how much they may.
///
/// "Exact" is what the areas of the pixels come to, computed from 64 to 256 points of each, at one or two instants of one scene of the kind.
extension Allowance {
    static let bleeding = Allowance(
        mean: 2,
        "ours paints the background as far as the layer reaches and the border over it, so that along the outer edge a little of the "
            + "background shines through; Chromium makes the background smaller below an opaque border.")

    /// The same, where the layer is scaled.
    static let scaledBorder = Allowance(
        mean: 10,
        "as in `rotate-rounded`; and Chromium's edges lie elsewhere: they differ from the exact areas by 1.9 in the mean, ours by 0.1."
    )

    static let stretching = Allowance(
        mean: 3.5, share: 5,
        "where the nine parts meet, ours mixes the neighbouring pixels of the picture, which is one texture; Chromium draws nine pictures."
    )

    static let reducing = Allowance(
        most: 6, mean: 2,
        "other sizes of the picture are mixed on the way to the smaller one, which comes to a few levels at most.")

    static let clipPath = Allowance(
        mean: 5.5,
        "Chromium's `clip-path` has coarse edges: along them it differs from the exact areas by 28 levels in the mean, ours by 3."
    )

    static let turnedClip = Allowance(
        mean: 1.5, "Chromium's edges differ from the exact areas by up to 44 levels, ours by 3.")

    static let turnedPictures = Allowance(
        mean: 1.2, share: 3,
        "Chromium smooths the edges of both pictures, each for itself, so that what is behind shines through where they meet: it differs "
            + "from the exact areas by up to 74 levels, ours by 25.")

    static let turnedShowings = Allowance(
        mean: 0.8, "Chromium's edges differ from the exact areas by 0.6 levels in the mean, ours by 0.4.")

    static let boxShadow = Allowance(
        most: 12, mean: 1.5,
        "Chromium blurs `box-shadow` by another approximation of the bell than `drop-shadow`, with which ours agrees within 1."
    )

    static let boxShadowOfCorners = Allowance(
        most: 45, mean: 1,
        "the pixels along the round corners of the box differ, and no others by more than `shadow`: Chromium leaves the shadow out below the box."
    )

    static let perspective = Allowance(
        mean: 3.5, share: 1,
        "Chromium's edges of layers in perspective differ from the exact areas by up to 62 levels, ours by 6.")

    static let perspectiveOfPictures = Allowance(
        mean: 4.5, share: 1,
        "Chromium keeps a picture of the layer and of what is in it, and shows that in perspective; ours draws each of its edges there."
    )

    static let smallBlur = Allowance(
        most: 12, mean: 0.6,
        "Chromium's blur of a radius of 2 differs from the exact bell by up to 6 levels, ours by 1.")

    static let curves = Allowance(
        mean: 2,
        "Chromium's edges of curved lines differ from the exact areas more than ours do (by 1.9 levels in the mean, ours by 0.6)."
    )

    static let dashes = Allowance(
        mean: 1.5, "Chromium's dashes differ from the exact areas by 1.1 in the mean, ours by 0.3.")

    static let steppedScale = Allowance(
        mean: 3.2,
        "ours draws shapes at sizes that are powers of the root of two and scales these in between, so that edges are softer by a little."
    )

    static let pathLength = Allowance(
        mean: 3.6, "Chromium's places on a path differ from the exact ones by up to 0.2 pixels, ours by 0.005.")

    static let letters = Allowance(
        mean: 20, share: 40,
        "other programs make letters of the same font otherwise, and place lines otherwise. Only that they are there is compared."
    )
}
