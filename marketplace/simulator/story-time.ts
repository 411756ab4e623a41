import { day, hour, minute } from '#lib/duration.ts'

/** A moment of the story: milliseconds since the Monday at midnight with which its calendar begins. */
export type StoryTime = number

/** Monday at eight: whoever starts a story sees its day begin. */
export const storyBegins: StoryTime = 8 * hour

/** 1 is Monday, 7 Sunday; also before the story's beginning. */
export const weekdayOf = (at: StoryTime): number => (((Math.floor(at / day) % 7) + 7) % 7) + 1

/** 0 to 23. */
export const hourOf = (at: StoryTime): number => Math.floor((((at % day) + day) % day) / hour)

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Writes a moment of the story: its week, day and time, `1 Mon 08:05`. */
export function writeStoryTime(at: StoryTime): string {
  const clock = Math.floor((at % day) / minute)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(at / (7 * day)) + 1} ${names[weekdayOf(at) - 1]} ${two(Math.floor(clock / 60))}:${two(clock % 60)}`
}

/** How the story's clock goes beside the one on the wall, whose moments are milliseconds since 1970. */
export interface Pace {
  storyAt(wall: number): StoryTime
  /** The moment on the wall that is a stretch of the story later. */
  after(wall: number, stretch: number): number
  /** Nothing happened for so many milliseconds: the story goes on where it was. */
  rest(milliseconds: number): void
}

/**
 * Starts the story's clock.
 *
 * @param speed hours of the story in an hour on the wall
 */
export function startPace({ speed, wall, story }: { speed: number; wall: number; story: StoryTime }): Pace {
  let started = wall
  return {
    storyAt: (now) => story + (now - started) * speed,
    after: (from, stretch) => from + stretch / speed,
    rest: (milliseconds) => void (started += milliseconds),
  }
}
