/** Hertz and seconds: short and high is right, long and low is wrong, so that nobody has to look. */
const tones = { right: { pitch: 1_320, length: 0.08 }, wrong: { pitch: 196, length: 0.45 } } as const

let audio: AudioContext | undefined

/** Sounds a tone, where the browser lets a page sound: after the first key or touch. */
export function playTone(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const { pitch, length } = tones[kind]
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  const end = audio.currentTime + length
  oscillator.frequency.value = pitch
  volume.gain.setValueAtTime(0.2, audio.currentTime)
  // Faded out: an end at full volume clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start()
  oscillator.stop(end)
}
