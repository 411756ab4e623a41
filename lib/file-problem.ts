import { errorCode } from './error-text.ts'
/** A file or folder that cannot be used; the message is one sentence with the reason. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

/** A file whose content is invalid; one line per problem, with its path. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError'
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Converts a system error about a file or folder to a FileProblem; returns any other error unchanged. */
export function fileProblem(error: unknown, path: string): unknown {
  const reason = reasons[errorCode(error)]
  return reason === undefined ? error : new FileProblem(`${path} ${reason}.`, { cause: error })
}

const noRight = 'may not be used by whoever runs this: use an account that may, or change its rights'

const reasons: Record<string, string | undefined> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is not there: what stands for a folder in it is a file',
  EACCES: noRight,
  EPERM: noRight,
  EROFS: 'is on a disk that can only be read',
  ENAMETOOLONG: 'is too long a name',
  ELOOP: 'is a link that leads back to itself',
  EIO: 'cannot be read or written: the disk reports a fault',
}
