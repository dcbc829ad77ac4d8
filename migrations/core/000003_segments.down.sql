drop table sqlq.touched, sqlq.segment_classes, sqlq.segment_project, sqlq.segment_time, sqlq.segment_varied, sqlq.segment_past, sqlq.segment_live, sqlq.mixed, sqlq.sparse, sqlq.plane, sqlq.segment;
drop aggregate sqlq.set_bits(int, int);
