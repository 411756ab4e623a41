/** Pitch in hertz, length in seconds: short and high for success, long and low for an error. */
const tones = { right: { pitch: 1_320, length: 0.08 }, wrong: { pitch: 196, length: 0.45 } } as const

let audio: AudioContext | undefined

/** Plays a tone if the browser allows audio (after the first key or touch). */
export function playTone(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const { pitch, length } = tones[kind]
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  const end = audio.currentTime + length
  oscillator.frequency.value = pitch
  volume.gain.setValueAtTime(0.2, audio.currentTime)
  // Fade out: stopping at full volume causes a click.
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start()
  oscillator.stop(end)
}
