/** Pitches in hertz, one after the other, and the length of each in seconds; an error is long and low. */
const tones = {
  right: { pitches: [1_320], length: 0.08 },
  again: { pitches: [990, 1_320], length: 0.06 },
  wrong: { pitches: [196], length: 0.45 },
} as const
export type Tone = keyof typeof tones

let audio: AudioContext | undefined

/** Plays a tone if the browser allows audio (after the first key or touch). */
export function playTone(kind: Tone): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const { pitches, length } = tones[kind]
  for (const [nth, pitch] of pitches.entries()) {
    const start = audio.currentTime + nth * length
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    oscillator.frequency.value = pitch
    volume.gain.setValueAtTime(0.2, start)
    // Fade out: stopping at full volume causes a click.
    volume.gain.exponentialRampToValueAtTime(0.001, start + length)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(start + length)
  }
}
