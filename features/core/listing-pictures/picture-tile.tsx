import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Undo from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import type { MouseEvent, PointerEvent } from 'react'
import { serverPaths } from '#web/paths.ts'
import { Button, IconButton } from '#shui/button/button.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { pictureAltName, pictureLimits, type ChosenPicture } from './picture.ts'
import { pictureIntent, type PictureItem } from './picture-list.ts'
import styles from './picture-field.module.css'

export interface KeptTileProps {
  picture: ChosenPicture & { id: string }
  /** Anchor to return to after a button, without script. */
  anchor: string
  n: number
  count: number
  isDragged: boolean
  /** Takes the focus because it was just restored. */
  isRestored: boolean
  onPress: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: () => void
  onDescribe: (alt: string) => void
}

export function KeptTile(props: KeptTileProps) {
  const { picture, anchor, n, count, isDragged, isRestored, onPress, onMove, onRemove, onDescribe } = props
  const { t } = useTexts()
  const step = (value: string, act: () => void) => ({
    type: 'submit' as const,
    name: 'intent',
    value,
    formAction: anchor,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      act()
    },
  })
  const move = (to: number) => step(pictureIntent({ type: 'move', id: picture.hash, to }), () => onMove(to))
  return (
    <li className={styles.tile} data-picture={picture.id} data-dragged={isDragged || undefined}>
      <div className={styles.frame} onPointerDown={(event) => event.pointerType !== 'touch' && onPress(event)}>
        <img
          src={serverPaths.picture(picture.hash, 'small')}
          alt={picture.alt || t('pictures.name', { n })}
          className={styles.image}
          draggable={false}
        />
        {n === 1 ? <span className={styles.main}>{t('pictures.main')}</span> : null}
        {count > 1 ? (
          <span className={styles.grip} aria-hidden="true" onPointerDown={onPress}>
            <Icon as={GripVertical} />
          </span>
        ) : null}
      </div>
      <div ref={isRestored ? focusLastButton : undefined} className={styles.tools}>
        <IconButton
          icon={ArrowLeft}
          size="small"
          label={t('pictures.earlier', { n })}
          aria-disabled={n === 1}
          {...move(n - 2)}
        />
        <IconButton
          icon={ArrowRight}
          size="small"
          label={t('pictures.later', { n })}
          aria-disabled={n === count}
          {...move(n)}
        />
        <IconButton
          icon={X}
          size="small"
          label={t('pictures.remove', { n })}
          {...step(pictureIntent({ type: 'remove', id: picture.hash }), onRemove)}
        />
      </div>
      <input
        className={styles.alt}
        aria-label={t('pictures.describe.label', { n })}
        placeholder={t('word.description')}
        name={pictureAltName(picture.hash)}
        maxLength={pictureLimits.alt}
        value={picture.alt}
        onChange={(event) => onDescribe(event.currentTarget.value)}
      />
    </li>
  )
}

export function RemovedTile({ onUndo }: { onUndo: () => void }) {
  const { t } = useTexts()
  return (
    <li className={styles.tile}>
      <div ref={focusLastButton} className={styles.gone}>
        <span>{t('pictures.removed')}</span>
        <Button size="small" icon={Undo} onClick={onUndo}>
          {t('word.undo')}
        </Button>
      </div>
    </li>
  )
}

/** Focuses the tile's last button, which replaces the one just pressed. */
function focusLastButton(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('button:last-child')?.focus()
}

export function SendingTile({
  item,
  onCancel,
}: {
  item: Extract<PictureItem, { progress: number }>
  onCancel: () => void
}) {
  const { t, percent } = useTexts()
  const { name } = item.file
  return (
    <li className={styles.tile}>
      <div className={styles.gone}>
        <span className={styles.name}>{name}</span>
        <progress className={styles.progress} max={1} value={item.progress} aria-label={name} />
        <span className={styles.state}>
          {item.state === 'waiting'
            ? t('word.waiting')
            : item.progress < 1
              ? t('pictures.sending', { percent: percent(item.progress, 0) })
              : t('pictures.preparing')}
        </span>
        <Button size="small" aria-label={t('pictures.cancelNamed', { file: name })} onClick={onCancel}>
          {t('word.cancel')}
        </Button>
      </div>
    </li>
  )
}
