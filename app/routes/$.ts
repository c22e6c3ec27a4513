/** Any other path: the not-found page, with its status. */
export const loader = () => {
  throw new Response(null, { status: 404 });
};
export const action = loader;

export default () => null;
