/// What is published of an animation: its time as a whole, and what it does to properties, which may be nothing.
struct CommittedTracks {
    let timing: MediaTiming
    let tracks: [TargetedAnimation]
}
