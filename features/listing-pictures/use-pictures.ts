import { useEffect, useReducer, useRef, useState } from 'react'
import { useShui } from '#shui/context.tsx'
import { useTexts } from '#texts/context.tsx'
import { readChosenPictures } from './picture.ts'
import { keptOf, nextPictures, type PictureEvent, type PictureItem } from './picture-list.ts'
import { refusalText } from './picture-refusal.ts'
import { judgeFile, sendPicture } from './send-picture.ts'

/** The pictures on the page and what can be done with them. */
export interface Pictures {
  items: readonly PictureItem[]
  dispatch: (event: PictureEvent) => void
  /** Takes files that were chosen, dropped or pasted. */
  addFiles: (files: Iterable<File>) => void
  /** For screen readers: what happened last. */
  said: string
  say: (text: string) => void
}

/** Files that are sent at the same time. */
const atOnce = 2

/** Keeps the pictures of a form, and sends files that wait, two at a time, while the form is on the page. */
export function usePictures(values: readonly string[]): Pictures {
  const [items, dispatch] = useReducer(nextPictures, values, firstItems)
  const [said, say] = useState('')
  const lastId = useRef(0)
  const texts = useTexts()

  const tellRefusal = (name: string, why: string) => say(texts.t('pictures.said.refused', { file: name, why }))

  const addFiles = (files: Iterable<File>) => {
    const given = [...files].map((file) => ({ id: `file${++lastId.current}`, file }))
    void Promise.all(given.map(async (one) => ({ ...one, refusal: await judgeFile(one.file) }))).then((judged) => {
      dispatch({ type: 'add', files: judged })
      for (const { file, refusal } of judged) if (refusal) tellRefusal(file.name, refusalText(refusal, texts))
    })
  }
  useSending(items, dispatch)
  useOutcomesSaid(items, say)
  return { items, dispatch, addFiles, said, say }
}

function firstItems(values: readonly string[]): readonly PictureItem[] {
  return readChosenPictures(values).map((picture) => ({ id: picture.hash, state: 'kept', ...picture }))
}

/** Sends what waits. What is no longer among the items is cancelled. */
function useSending(items: readonly PictureItem[], dispatch: (event: PictureEvent) => void): void {
  const { token } = useShui()
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const open = running.current
    for (const [id, controller] of open) {
      if (items.some((item) => item.id === id)) continue
      controller.abort()
      open.delete(id)
    }
    for (const item of items) {
      if (item.state !== 'waiting' || open.size >= atOnce || open.has(item.id)) continue
      const { id, file } = item
      const controller = new AbortController()
      open.set(id, controller)
      const onSent = (progress: number) => dispatch({ type: 'sent', id, progress })
      onSent(0)
      void sendPicture(file, { token: token ?? '', signal: controller.signal, onSent }).then((result) => {
        open.delete(id)
        if (result.ok) dispatch({ type: 'taken', id, hash: result.picture.hash })
        else dispatch({ type: 'refused', id, refusal: result.refusal })
      })
    }
  }, [items, dispatch, token])
  useEffect(() => {
    const open = running.current
    return () => {
      for (const controller of open.values()) controller.abort()
      open.clear()
    }
  }, [])
}

/** Says what became of the files that were sent. */
function useOutcomesSaid(items: readonly PictureItem[], say: (text: string) => void): void {
  const texts = useTexts()
  const before = useRef(items)
  useEffect(() => {
    const was = new Map(before.current.map((item) => [item.id, item.state]))
    before.current = items
    const isNew = (item: PictureItem) => was.get(item.id) === 'sending' && item.state !== 'sending'
    const added = items.filter((item) => isNew(item) && item.state === 'kept').length
    if (added > 0) say(texts.t('pictures.said.added', { n: added, count: keptOf(items).length }))
    const refused = items.find((item) => isNew(item) && item.state === 'refused')
    if (refused?.state === 'refused')
      say(texts.t('pictures.said.refused', { file: refused.file.name, why: refusalText(refused.refusal, texts) }))
  }, [items, say, texts])
}
