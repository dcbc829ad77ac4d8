drop table sqlq.edge, sqlq.entity, sqlq.derivation, sqlq.representation, sqlq.revision, sqlq.object;
drop function sqlq.refuse_change(), sqlq.refuse_addition();
drop domain sqlq.node_address;
drop domain sqlq.object_id;
