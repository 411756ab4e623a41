export const oldestNode = 24

/** What is wrong with a version of Node; null if the kit runs on it. */
export const nodeProblem = (version: string): string | null =>
  Number.parseInt(version, 10) < oldestNode
    ? `The connector kit needs Node ${oldestNode} or newer, and this is ${version}. Install a current Node from nodejs.org and try again.`
    : null

const problem = nodeProblem(process.versions.node)
if (problem) throw new Error(problem)
