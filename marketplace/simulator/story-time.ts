import { day, hour, minute } from '#lib/duration.ts'

/** Story time: milliseconds since the Monday midnight at which its calendar begins. */
export type StoryTime = number

/** Monday 8:00, so that a story starts with a full day. */
export const storyBegins: StoryTime = 8 * hour

/** 1 is Monday, 7 Sunday; also for times before the beginning. */
export const weekdayOf = (at: StoryTime): number => (((Math.floor(at / day) % 7) + 7) % 7) + 1

export const midnightOf = (at: StoryTime): StoryTime => Math.floor(at / day) * day

/** 0 to 23. */
export const hourOf = (at: StoryTime): number => Math.floor((at - midnightOf(at)) / hour)

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Formats week, day and time: `1 Mon 08:05`. */
export function writeStoryTime(at: StoryTime): string {
  const clock = Math.floor((at % day) / minute)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(at / (7 * day)) + 1} ${names[weekdayOf(at) - 1]} ${two(Math.floor(clock / 60))}:${two(clock % 60)}`
}

/** Maps story time to wall time (milliseconds since 1970). */
export interface Pace {
  storyAt(wall: number): StoryTime
  /** The wall time after a story duration. */
  after(wall: number, stretch: number): number
}

/**
 * Starts the story's clock.
 * @param speed story hours per wall hour
 */
export function startPace({ speed, wall, story }: { speed: number; wall: number; story: StoryTime }): Pace {
  return {
    storyAt: (now) => story + (now - wall) * speed,
    after: (from, stretch) => from + stretch / speed,
  }
}
