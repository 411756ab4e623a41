/** The JSON body of a response of the hub itself, which declares its shape. */
export const jsonOf = async <T>(response: Response): Promise<T> => (await response.json()) as T
