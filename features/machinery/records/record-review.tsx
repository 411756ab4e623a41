import type { ReactNode } from 'react'
import Download from 'lucide-react/icons/download'
import { CorrectionForm, ProblemCells } from '#features/machinery/file-runs/cell-corrections.tsx'
import { ColumnsSection } from '#features/machinery/file-runs/columns-section.tsx'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { FoldedForm } from '#features/machinery/file-runs/folded-form.tsx'
import { RunProgress } from '#features/machinery/file-runs/run-progress.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox, TextField } from '#shui/form/controls.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useSending } from '#web/use-sending.ts'
import type { QuestionsModel, RecordModel } from './record-model.server.ts'
import styles from './records.module.css'

interface Props {
  model: RecordModel
}

interface ReviewProps extends Props {
  /** Answer to a step of this page, which was not taken. */
  refused: object | undefined
  /** What is said of the file above its columns. */
  children: ReactNode
}

export function RecordReview({ model, refused, children }: ReviewProps) {
  const { t } = useTexts()
  const { progress, problems, resultHref } = model
  useFollow(progress?.isOpen ?? false)
  return (
    <>
      <PageHead
        title={model.fileName}
        name={t('common.uploadFile')}
        note={model.note}
        before={<BackToList href={paths.uploads}>{t('common.uploadFile')}</BackToList>}
        actions={
          <>
            {problems ? (
              <ButtonLink href={problems.href} target="_self">
                {t('uploads.wrongRows', { n: problems.n })}
              </ButtonLink>
            ) : null}
            {resultHref ? (
              <ButtonLink href={resultHref} icon={Download} target="_self">
                {t('uploads.result')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      {children}
      {progress ? (
        <RunProgress label={t('uploads.progress.label')} progress={progress} />
      ) : (
        <>
          {model.questions ? <Questions id={model.id} questions={model.questions} /> : null}
          <Columns model={model} />
        </>
      )}
      <Steps model={model} />
      {refused && 'rowsError' in refused ? <FormErrors errors={{ form: String(refused.rowsError) }} /> : null}
      {model.need || !model.isChecked ? null : <Rows model={model} />}
    </>
  )
}

function Questions({ id, questions: { title, hint, isAnswered, all } }: { id: string; questions: QuestionsModel }) {
  const { t } = useTexts()
  return (
    <FoldedForm
      file={{ field: 'file', id }}
      title={title}
      hint={hint}
      isOpen={!isAnswered}
      steps={[{ value: 'answer', text: t('uploads.again'), ...(isAnswered ? {} : { kind: 'primary' as const }) }]}
    >
      {all.map((question) => (
        <Question key={question.field} question={question} />
      ))}
    </FoldedForm>
  )
}

function Question({ question }: { question: QuestionsModel['all'][number] }) {
  const { field, input, text, hint, answer, options } = question
  if (input === 'TEXT')
    return (
      <div className={styles.text}>
        <TextField label={text} hint={hint ?? null} name={field} defaultValue={answer ?? ''} autoComplete="off" />
      </div>
    )
  return (
    <fieldset className={styles.question}>
      {text ? <legend>{text}</legend> : null}
      {hint ? <p className={styles.quiet}>{hint}</p> : null}
      {options.map(({ value, label, hint: example }) => (
        <Checkbox
          key={`${value} ${answer}`}
          type={input === 'TICK' ? 'checkbox' : 'radio'}
          name={field}
          value={value}
          label={label}
          hint={example}
          required={input === 'CHOICE'}
          defaultChecked={value === answer}
        />
      ))}
    </fieldset>
  )
}

function Columns({ model: { id, need, rule, isChosen, columns, kinds } }: Props) {
  const { t } = useTexts()
  return (
    <ColumnsSection
      file={{ field: 'file', id }}
      title={t('grid.columns')}
      hint={t(isChosen ? 'uploads.columns.chosen' : 'uploads.columns.hint')}
      need={need}
      columns={columns}
      kinds={kinds}
      labelOf={(column) => t('uploads.columns.of', { column })}
      steps={[
        { value: 'columns', text: t('uploads.again') },
        ...(isChosen ? [{ value: 'forget', text: t('uploads.forget'), kind: 'quiet' as const }] : []),
      ]}
      above={rule ? <p className={styles.rule}>{rule}</p> : null}
    />
  )
}

function Rows({ model: { id, tab, tabs, lines, pages, head, summary } }: Props) {
  const { t } = useTexts()
  const showsProblems = tab === 'problems' || lines.some(({ problems }) => problems !== '')
  return (
    <div className={styles.rows}>
      <Tabs label={t('uploads.rows')} tabs={tabs} />
      {lines.length === 0 ? (
        <p className={styles.quiet}>{t('uploads.none')}</p>
      ) : (
        <CorrectionForm
          file={{ field: 'file', id }}
          again={t('uploads.again')}
          isNeeded={lines.some(({ cells }) => cells.length > 0)}
        >
          <CardTable
            label={t('uploads.rows')}
            head={head}
            columns={[
              { key: 'row', label: t('uploads.row'), isNumber: true },
              { key: 'summary', label: summary, isWords: true },
              ...(showsProblems ? [{ key: 'problems', label: t('uploads.problems'), isWords: true }] : []),
            ]}
            rows={lines.map(({ key, name, row, summary: text, problems, cells }) => ({
              key,
              name: (
                <>
                  {name.href ? <PageLink to={name.href}>{name.text}</PageLink> : name.text}
                  {name.note ? <span className={styles.note}>{name.note}</span> : null}
                </>
              ),
              cells: [
                row,
                text,
                ...(showsProblems ? [<ProblemCells key="problems" text={problems} cells={cells} />] : []),
              ],
            }))}
          />
        </CorrectionForm>
      )}
      <Pages label={t('uploads.pages')} pages={pages} />
    </div>
  )
}

function Steps({ model: { id, check, apply, cancel, undo } }: Props) {
  const { t } = useTexts()
  const isSending = useSending()
  if (!apply && !cancel && !undo) return null
  return (
    <PageForm className={styles.steps}>
      <input type="hidden" name="file" value={id} />
      <input type="hidden" name="check" value={check} />
      {apply ? (
        <Button type="submit" name="step" value="apply" kind="primary" disabled={isSending}>
          {apply}
        </Button>
      ) : null}
      {cancel ? (
        <Button type="submit" name="step" value="cancel" disabled={isSending}>
          {cancel}
        </Button>
      ) : null}
      {undo ? (
        <>
          <Button type="submit" name="step" value="undo" disabled={isSending}>
            {t('uploads.undo', { n: undo.n })}
          </Button>
          <span className={styles.quiet}>{undo.until}</span>
        </>
      ) : null}
    </PageForm>
  )
}
