/// Counts that noise can't move.
package enum Counts {}
