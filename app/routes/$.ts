/** All other paths: the not-found page, with status 404. */
export const loader = () => {
  throw new Response(null, { status: 404 });
};
export const action = loader;

export default () => null;
