import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#shui/button/button.tsx'
import { Field, FieldError } from '#shui/form/field.tsx'
import { useTexts } from '#texts/context.tsx'
import { messageLimits } from './message.ts'
import styles from './thread.module.css'

interface ChosenPhotosProps {
  /** Number of photos kept from before. */
  kept: number
  /** Words and limits, where they are not those of a message. */
  of?: { label: string; hint: string; tooMany: string; accept: string; most: number }
  error?: string | undefined
}

/**
 * Photos to send with a form, besides those kept from before. With script they have previews, a PDF its name, and can be
 * removed individually. The file input holds what is submitted.
 */
export function ChosenPhotos({ kept, of, error }: ChosenPhotosProps) {
  const { t } = useTexts()
  const most = of?.most ?? messageLimits.pictures
  const field = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const hold = (next: readonly File[]) => {
    const held = new DataTransfer()
    for (const file of next) held.items.add(file)
    if (field.current) field.current.files = held.files
    setFiles(next)
  }
  const add = () => {
    const more = [...(field.current?.files ?? [])]
    hold([...files, ...more.filter((file) => !files.some((other) => nameOf(other) === nameOf(file)))])
  }
  const remove = (file: File) => {
    hold(files.filter((other) => other !== file))
    field.current?.focus()
  }
  return (
    <div>
      <Field
        label={of?.label ?? t('talk.photos')}
        hint={of?.hint ?? t('talk.photos.hint', { n: most })}
        error={error}
        id="photos"
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            type="file"
            name="photos"
            accept={of?.accept ?? 'image/jpeg,image/png,image/webp'}
            multiple
            onChange={add}
          />
        )}
      </Field>
      {files.length > 0 ? (
        <ul className={styles.pictures} aria-label={of?.label ?? t('talk.photos.chosen')}>
          {files.map((file) => (
            <li key={nameOf(file)} className={styles.chosen}>
              {file.type === 'application/pdf' ? (
                <bdi className={styles.document}>{file.name}</bdi>
              ) : (
                <Preview file={file} />
              )}
              <IconButton
                icon={X}
                size="small"
                label={t('talk.photos.remove', { name: file.name })}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {files.length + kept > most ? (
        <FieldError id={undefined} error={of?.tooMany ?? t('talk.error.too-many-pictures', { n: most })} />
      ) : null}
    </div>
  )
}

/** Identifies a file, so that choosing it again adds no duplicate. */
const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const [width, height] = [240, 180]

/** Thumbnail of a photo, drawn on a canvas because the CSP allows images from the hub only. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const photo = await createImageBitmap(file)
      const scale = Math.max(width / photo.width, height / photo.height)
      const [across, down] = [photo.width * scale, photo.height * scale]
      if (!isGone)
        canvas.current?.getContext('2d')?.drawImage(photo, (width - across) / 2, (height - down) / 2, across, down)
      photo.close()
    }
    // Files that are not images stay blank; the server rejects them.
    draw().catch(() => {})
    return () => void (isGone = true)
  }, [file])
  return (
    <canvas ref={canvas} width={width} height={height} role="img" aria-label={file.name} className={styles.picture} />
  )
}
