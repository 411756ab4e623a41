import { NewWindowLabel } from '#shui/text/text.tsx'
import { useTexts } from '#texts/context.tsx'
import { pictureHref, type Picture } from '#features/core/listing-pictures/picture.ts'
import type { ThreadModel } from './thread-view.ts'
import styles from './thread.module.css'

interface MessagesProps {
  messages: ThreadModel['messages']
  /** Subject of the page; messages on other subjects are labelled. */
  subject: string | null
}

export function Messages({ messages, subject: here }: MessagesProps) {
  const { t } = useTexts()
  if (messages.length === 0) return null
  return (
    <ol className={styles.messages}>
      {messages.map(({ key, isOurs, who, time, text, subject, pictures }) => (
        <li key={key} className={styles.message} data-ours={isOurs ? '' : undefined}>
          <p className={styles.head}>
            <b>
              <bdi>{who}</bdi>
            </b>
            <time dateTime={time.dateTime} className={styles.time}>
              {time.text}
            </time>
            {subject !== null && subject !== here ? (
              <span className={styles.time}>{t('talk.about', { subject })}</span>
            ) : null}
          </p>
          {text ? (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          ) : null}
          <Pictures pictures={pictures} who={who} />
        </li>
      ))}
    </ol>
  )
}

function Pictures({ pictures, who }: { pictures: readonly Omit<Picture, 'alt'>[]; who: string }) {
  const { t } = useTexts()
  if (pictures.length === 0) return null
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ hash, width, height }, index) => (
        <li key={hash}>
          <a href={pictureHref(hash, 'large')} target="_blank" rel="noopener noreferrer">
            <img
              src={pictureHref(hash, 'small')}
              alt={t('talk.picture', { n: index + 1, who })}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className={styles.picture}
            />
            <NewWindowLabel ofPicture />
          </a>
        </li>
      ))}
    </ul>
  )
}
