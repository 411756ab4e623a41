import CircleAlert from 'lucide-react/icons/circle-alert'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { Button } from '#shui/button/button.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import { pictureFieldName, pictureFilesName, pictureLimits, pictureValue } from './picture.ts'
import { keptOf, type PictureItem } from './picture-list.ts'
import { mayTryAgain, refusalText } from './picture-refusal.ts'
import { KeptTile, RemovedTile, SendingTile } from './picture-tile.tsx'

import { useFileDrop } from './use-file-drop.ts'
import { useHeldSubmit } from './use-held-submit.ts'
import { usePictures, type Pictures } from './use-pictures.ts'
import { useTileDrag } from './use-tile-drag.ts'
import styles from './picture-field.module.css'

export interface PictureFieldProps {
  /** Id of the file control, target of the error summary. */
  id?: string
  /** Initial pictures, as `pictureValue`, in order. */
  values: readonly string[]
  error?: string | null
}

/**
 * Form control for a listing's pictures, submitted as the repeated field `picture`. Uploads files itself and dispatches
 * an `input` event after each change.
 */
export function PictureField({ id: givenId, values, error = null }: PictureFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const { t, number } = useTexts()
  const zone = useRef<HTMLDivElement>(null)
  const pictures = usePictures(values)
  const over = useFileDrop(zone, pictures.addFiles)
  const kept = keptOf(pictures.items)
  useInputEvent(zone, kept.map(pictureValue).join('\n'))
  const refusals = useRef<HTMLDivElement>(null)
  const waits = useHeldSubmit(zone, refusals, pictures.items)
  return (
    <div
      ref={zone}
      className={styles.field}
      data-over={over || undefined}
      role="group"
      aria-label={t('pictures.title')}
    >
      {kept.map((picture) => (
        <input key={picture.id} type="hidden" name={pictureFieldName} value={pictureValue(picture)} />
      ))}
      <div className={styles.head}>
        <p id={`${id}-hint`} className={styles.hint}>
          {t('pictures.hint', {
            megabytes: number(pictureLimits.bytes / 1e6),
            side: number(pictureLimits.longSide),
          })}
        </p>
        <p className={styles.count}>{t('pictures.count', { n: kept.length, max: pictureLimits.count })}</p>
      </div>
      <ul className={styles.tiles}>
        <Tiles pictures={pictures} anchor={`#${id}`} />
        <li className={styles.add}>
          <label className={styles.drop}>
            <Icon as={ImagePlus} size={24} />
            <span className={styles.addText}>{over ? t('pictures.dropNow') : t('pictures.add')}</span>
            <span className={styles.hint}>{t('pictures.drop')}</span>
            <input
              id={id}
              type="file"
              name={pictureFilesName}
              multiple
              accept="image/jpeg,image/png,image/webp"
              className={styles.file}
              aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
              aria-invalid={error ? true : undefined}
              onChange={({ currentTarget }) => {
                pictures.addFiles([...(currentTarget.files ?? [])])
                // Allows choosing the same file again.
                currentTarget.value = ''
              }}
            />
          </label>
        </li>
      </ul>
      {waits > 0 ? (
        <p className={styles.waits} role="status">
          {t('pictures.unsent', { n: waits })}
        </p>
      ) : null}
      <Refusals pictures={pictures} list={refusals} />
      {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      <noscript>
        <Button type="submit" name="intent" value="pictures" formAction={`#${id}`}>
          {t('pictures.addChosen')}
        </Button>
      </noscript>
      <VisuallyHidden>
        <span role="status">{pictures.said}</span>
      </VisuallyHidden>
    </div>
  )
}

/** Dispatches `input` to the form, like native controls. */
function useInputEvent(zone: { current: HTMLElement | null }, value: string): void {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    zone.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [zone, value])
}

function Tiles({ pictures, anchor }: { pictures: Pictures; anchor: string }) {
  const { items, dispatch, say } = pictures
  const { t } = useTexts()
  const kept = keptOf(items)
  const placeOf = (id: string) => kept.findIndex((item) => item.id === id)
  const before = useRef<number | null>(null)
  const [restored, setRestored] = useState<string | null>(null)
  const move = (id: string, to: number) => {
    if (to < 0 || to >= kept.length) return
    dispatch({ type: 'move', id, to })
    say(t('pictures.said.moved', { from: placeOf(id) + 1, to: to + 1, count: kept.length }))
  }
  const { dragged, start } = useTileDrag({
    onOver: (id, over) => {
      before.current ??= placeOf(id)
      dispatch({ type: 'move', id, to: placeOf(over) })
    },
    onEnd: (id) => {
      if (before.current !== null)
        say(t('pictures.said.moved', { from: before.current + 1, to: placeOf(id) + 1, count: kept.length }))
      before.current = null
    },
    onCancel: (id) => {
      if (before.current !== null) dispatch({ type: 'move', id, to: before.current })
      before.current = null
    },
  })
  return items.map((item) => {
    const { id } = item
    switch (item.state) {
      case 'kept': {
        const n = placeOf(id) + 1
        return (
          <KeptTile
            key={id}
            anchor={anchor}
            picture={item}
            n={n}
            count={kept.length}
            isDragged={dragged === id}
            isRestored={restored === id}
            onPress={(event) => start(event, id)}
            onMove={(to) => move(id, to)}
            onRemove={() => {
              dispatch({ type: 'remove', id })
              say(t('pictures.said.removed', { n }))
            }}
            onDescribe={(alt) => dispatch({ type: 'describe', id, alt })}
          />
        )
      }
      case 'removed':
        return (
          <RemovedTile
            key={id}
            onUndo={() => {
              dispatch({ type: 'restore', id })
              setRestored(id)
              say(t('pictures.said.restored'))
            }}
          />
        )
      case 'waiting':
      case 'sending':
        return <SendingTile key={id} item={item} onCancel={() => dispatch({ type: 'drop', id })} />
      case 'refused':
        return null
    }
  })
}

function Refusals({
  pictures: { items, dispatch },
  list,
}: {
  pictures: Pictures
  list: RefObject<HTMLDivElement | null>
}) {
  const texts = useTexts()
  const refused = items.filter((item): item is Extract<PictureItem, { state: 'refused' }> => item.state === 'refused')
  // Rendered from the start, so that screen readers announce new content.
  return (
    <div ref={list} aria-live="polite" tabIndex={-1}>
      {refused.length > 0 ? (
        <ul className={styles.refusals}>
          {refused.map(({ id, file, refusal }) => (
            <li key={id} className={styles.refusal}>
              <Icon as={CircleAlert} />
              <span className={styles.why}>
                <strong className={styles.name}>{file.name}</strong> {refusalText(refusal, texts)}
              </span>
              {mayTryAgain(refusal) ? (
                <Button
                  size="small"
                  aria-label={texts.t('pictures.againNamed', { file: file.name })}
                  onClick={() => dispatch({ type: 'again', id })}
                >
                  {texts.t('common.again')}
                </Button>
              ) : null}
              <Button
                size="small"
                kind="quiet"
                aria-label={texts.t('pictures.dismissNamed', { file: file.name })}
                onClick={() => dispatch({ type: 'drop', id })}
              >
                {texts.t('pictures.dismiss')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
