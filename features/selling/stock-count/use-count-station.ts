import { useEffect, useRef, useState } from 'react'
import type { Scanner } from '#features/machinery/scanning/kept-queue.ts'
import type { NotSent } from '#features/machinery/scanning/send-queue.ts'
import { playTone } from '#features/machinery/scanning/tones.ts'
import { useSendQueue } from '#features/machinery/scanning/use-send-queue.ts'
import { randomId } from '#lib/random-id.ts'
import { paths, withQuery } from '#web/paths.ts'
import { addScan, applyAnswer, markKept, shownItems, type CountEvent, type CountState } from './count-station.ts'
import type { CountAnswer, CountedModel, CountSums } from './count-view.ts'

export interface CountStation {
  state: CountState
  /** With what is not sent yet; those touched last first. */
  items: readonly CountedModel[]
  waiting: number
  trouble: NotSent['why'] | null
  scan: (code: string) => void
  correct: (number: string, counted: number) => void
}

interface Counting extends CountSums {
  id: string
  items: readonly CountedModel[]
}

/** Counts in the browser: keeps each scan on the device until the hub has it, and says at once what it was. */
export function useCountStation({ id: count, ...loaded }: Counting, scanner: Scanner): CountStation {
  const [state, setState] = useState<CountState>({ ...loaded, lines: [], touched: [], codes: new Map() })
  // Forms of the page change the count, too.
  const [before, setBefore] = useState(loaded.items)
  if (before !== loaded.items) {
    setBefore(loaded.items)
    setState({ ...state, ...loaded })
  }
  const present = useRef(state)
  useEffect(() => {
    present.current = state
  })
  const {
    waiting,
    trouble,
    add: send,
  } = useSendQueue<CountEvent, CountAnswer>({
    name: 'count',
    scanner,
    path: withQuery(paths.countEvents, { count }),
    dropped: { results: [], rows: [], sums: null },
    onAnswer: (answer) => {
      if (answer) soundAnswer(present.current, answer)
      setState((now) => (answer ? applyAnswer(now, answer) : markKept(now)))
    },
  })
  const sender = useRef({ from: '', n: 0 })
  const add = (what: { code: string } | { number: string; counted: number }): string => {
    // Drawn when it is first needed, so that rendering stays pure.
    sender.current.from ||= randomId().replaceAll('-', '').slice(0, 16)
    sender.current.n += 1
    const { from, n } = sender.current
    const event: CountEvent = { id: `${from}.${n}`, from, n, count, ...what }
    send(event)
    return event.id
  }
  return {
    state,
    items: shownItems(
      state,
      waiting.filter((event) => event.count === count),
    ),
    waiting: waiting.length,
    trouble,
    scan: (text) => {
      const code = text.trim().slice(0, 100)
      if (code === '') return
      const id = add({ code })
      setState((now) => addScan(now, { id, code }))
      if (addScan(present.current, { id, code }).lines[0]?.state === 'again') playTone('again')
      else if (trouble) playTone('right')
    },
    correct: (number, counted) => void add({ number, counted }),
  }
}

/** Sounds what the hub says of scans that nothing was said of before. */
function soundAnswer({ lines }: CountState, { results }: CountAnswer): void {
  for (const { id, outcome, isAgain } of results) {
    const line = lines.find((each) => each.id === id)
    if (!line) continue
    if (outcome !== 'taken') playTone('wrong')
    else if (line.state === 'sent') playTone(isAgain ? 'again' : 'right')
  }
}
