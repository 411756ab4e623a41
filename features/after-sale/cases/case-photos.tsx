import { NewWindowLabel } from '#shui/text/text.tsx'
import styles from './case-view.module.css'

export interface PhotoModel {
  href: string
  src: string
  alt: string
}

export function Photos({ photos, label }: { photos: readonly PhotoModel[]; label: string }) {
  if (photos.length === 0) return null
  return (
    <ul className={styles.photos} aria-label={label}>
      {photos.map(({ href, src, alt }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            <img src={src} alt={alt} loading="lazy" width={160} height={120} />
            <NewWindowLabel ofPicture />
          </a>
        </li>
      ))}
    </ul>
  )
}
