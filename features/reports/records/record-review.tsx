import Download from 'lucide-react/icons/download'
import { CorrectionForm, ProblemCells } from '#features/machinery/file-runs/cell-corrections.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox, Select } from '#shui/form/controls.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from '../uploads/uploads.module.css'
import type { QuestionsModel, RecordModel } from './record-model.server.ts'

interface Props {
  model: RecordModel
}

/** An uploaded file of orders or costs: its columns and records, then its progress and result. */
export function RecordReview({ model }: Props) {
  const { t } = useTexts()
  const { progress, resultHref } = model
  useFollow(progress?.isOpen ?? false)
  return (
    <>
      <PageHead
        title={model.fileName}
        name={t('movingIn.title')}
        note={model.note}
        before={
          <BackToList href={paths.movingIn} shortcut="Escape">
            {t('movingIn.title')}
          </BackToList>
        }
        actions={
          resultHref ? (
            <ButtonLink href={resultHref} icon={Download} target="_self">
              {t('uploads.result')}
            </ButtonLink>
          ) : null
        }
      />
      {progress ? (
        <p className={styles.progress}>
          <progress value={progress.done} max={Math.max(1, progress.all)} aria-label={t('uploads.progress.label')} />
          <span role="status">{progress.text}</span>
        </p>
      ) : (
        <>
          {model.questions ? <Questions id={model.id} questions={model.questions} /> : null}
          <Columns model={model} />
        </>
      )}
      <Steps model={model} />
      {model.need || !model.isChecked ? null : <Records model={model} />}
    </>
  )
}

/** What the file does not say, with what each answer makes of its first records; the answer can be changed. */
function Questions({ id, questions: { isAnswered, all } }: { id: string; questions: QuestionsModel }) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <details className={styles.columns} open={!isAnswered}>
      <summary>
        <b>{t('movingIn.questions')}</b>{' '}
        <span className={styles.quiet}>
          {t(isAnswered ? 'movingIn.questions.answered' : 'movingIn.questions.hint')}
        </span>
      </summary>
      <PageForm method="post">
        <SrtField />
        <input type="hidden" name="file" value={id} />
        {all.map(({ field, text, options }) => (
          <fieldset key={field} className={styles.question}>
            <legend>{text}</legend>
            {options.map(({ value, label, examples, isChosen }) => (
              <Checkbox
                key={`${value} ${isChosen}`}
                type="radio"
                name={field}
                value={value}
                label={label}
                hint={examples}
                required
                defaultChecked={isChosen}
              />
            ))}
          </fieldset>
        ))}
        <p className={styles.again}>
          <Button
            type="submit"
            name="step"
            value="answer"
            kind={isAnswered ? 'secondary' : 'primary'}
            disabled={isSending}
          >
            {t('uploads.again')}
          </Button>
        </p>
      </PageForm>
    </details>
  )
}

/** The meaning of each column, to be changed; open if the file cannot be read without. */
function Columns({ model: { id, need, isChosen, columns, kinds } }: Props) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <details className={styles.columns} open={need !== null}>
      <summary>
        <b>{t('uploads.columns')}</b>{' '}
        <span className={styles.quiet}>{t(isChosen ? 'uploads.columns.chosen' : 'uploads.columns.hint')}</span>
      </summary>
      {need ? (
        <p role="alert" className={styles.need}>
          {need}
        </p>
      ) : null}
      <PageForm method="post">
        <SrtField />
        <input type="hidden" name="file" value={id} />
        <ul className={styles.list}>
          {columns.map(({ name, field, kind, samples }) => (
            <li key={field}>
              <Select
                key={kind}
                name={field}
                aria-label={t('uploads.columns.of', { column: name })}
                defaultValue={kind}
                options={kinds}
              />
              <p dir="auto">{name}</p>
              <p className={styles.quiet} dir="auto">
                {samples.join(' · ')}
              </p>
            </li>
          ))}
        </ul>
        <p className={styles.again}>
          <Button type="submit" name="step" value="columns" disabled={isSending}>
            {t('uploads.again')}
          </Button>
          {isChosen ? (
            <Button type="submit" name="step" value="forget" kind="quiet" disabled={isSending}>
              {t('uploads.forget')}
            </Button>
          ) : null}
        </p>
      </PageForm>
    </details>
  )
}

function Records({ model: { id, tabs, lines, pages, head } }: Props) {
  const { t } = useTexts()
  const hasProblems = lines.some(({ problems }) => problems !== '')
  return (
    <div className={styles.rows}>
      <Tabs label={t('uploads.rows')} tabs={tabs} />
      {lines.length === 0 ? (
        <p className={styles.quiet}>{t('uploads.none')}</p>
      ) : (
        <CorrectionForm file={id} isNeeded={lines.some(({ cells }) => cells.length > 0)}>
          <CardTable
            label={t('uploads.rows')}
            head={head}
            columns={[
              { key: 'row', label: t('uploads.row'), isNumber: true },
              { key: 'summary', label: t('movingIn.contents') },
              ...(hasProblems ? [{ key: 'problems', label: t('uploads.problems') }] : []),
            ]}
            rows={lines.map(({ key, name, row, summary, problems, cells }) => ({
              key,
              name,
              cells: [
                row,
                summary,
                ...(hasProblems ? [<ProblemCells key="problems" text={problems} cells={cells} />] : []),
              ],
            }))}
          />
        </CorrectionForm>
      )}
      {pages ? (
        <nav className={styles.pages} aria-label={t('uploads.pages')}>
          <span>{pages.text}</span>
          {pages.previous ? <PageLink to={pages.previous}>{t('grid.previousPage')}</PageLink> : null}
          {pages.next ? <PageLink to={pages.next}>{t('grid.nextPage')}</PageLink> : null}
        </nav>
      ) : null}
    </div>
  )
}

/** Buttons that take the records in, or drop the file. */
function Steps({ model: { id, check, take, cancel } }: Props) {
  const isSending = useSending()
  if (!take && !cancel) return null
  return (
    <PageForm method="post" className={styles.steps}>
      <SrtField />
      <input type="hidden" name="file" value={id} />
      <input type="hidden" name="check" value={check} />
      {take ? (
        <Button type="submit" name="step" value="apply" kind="primary" disabled={isSending}>
          {take}
        </Button>
      ) : null}
      {cancel ? (
        <Button type="submit" name="step" value="cancel" disabled={isSending}>
          {cancel}
        </Button>
      ) : null}
    </PageForm>
  )
}
