import { pictureHref, type Picture } from '#features/core/listing-pictures/picture.ts'
import { useTexts } from '#texts/context.tsx'
import styles from './thread.module.css'

/** Stored pictures of a form that was refused; each stays unless its box is cleared. */
export function KeptPhotos({ pictures }: { pictures: readonly Omit<Picture, 'alt'>[] }) {
  const { t } = useTexts()
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ hash, width, height }, index) => (
        <li key={hash}>
          <label className={styles.kept}>
            <img src={pictureHref(hash, 'small')} alt="" width={width} height={height} className={styles.picture} />
            <span>
              <input type="checkbox" name="picture" value={hash} defaultChecked />{' '}
              {t('talk.photos.keep', { n: index + 1 })}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
